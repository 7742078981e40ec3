export const NO_MESSAGES = 'No messages yet.'
