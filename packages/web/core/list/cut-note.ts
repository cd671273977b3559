/** What a list says when a search found more than it shows; the same on the desk and on phones. */
export const getCutNote = (shown: number) =>
  `结果较多，只列出前 ${shown.toLocaleString()} 条。请输入更完整的关键字，或先用其他条件缩小范围。`
