/** The id of the template that holds the error page. */
export const ERROR_PAGE_ID = 'error-page'
