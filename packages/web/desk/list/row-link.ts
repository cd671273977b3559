/** Where the focus returns to when the details close. */
export const getRowLinkId = (id: string) => `row-${id}`
