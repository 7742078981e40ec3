/** The id of the row of slides in a carousel. */
export function rowId(carouselId: string): string {
  return `${carouselId}-slides`
}
