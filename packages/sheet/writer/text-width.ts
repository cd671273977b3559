/** How many places a text takes, in digits: Chinese signs take two each. */
export const getTextWidth = (text: string) => text.length + (text.match(/[\u2e80-\uffff]/g)?.length ?? 0)
