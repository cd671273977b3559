/** The width of a text in digits: Chinese characters count as two. */
export const getTextWidth = (text: string) => text.length + (text.match(/[\u2e80-\uffff]/g)?.length ?? 0)
