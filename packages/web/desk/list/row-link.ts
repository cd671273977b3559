/** The focus returns here when the details close. */
export const getRowLinkId = (id: string) => `row-${id}`
