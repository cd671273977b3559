/** Where the focus returns to when the details close. */
export const rowLinkId = (id: string) => `row-${id}`
