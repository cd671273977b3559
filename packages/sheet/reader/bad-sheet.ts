/** A file that cannot be taken. The message is for whoever sent it, and says what can be done. */
export class BadSheet extends Error {}

export const broken = () => new BadSheet('文件已损坏，请用 Excel 打开并另存为 .xlsx 后再上传')
export const tooMuch = () => new BadSheet('文件内容过多，请删除多余的工作表和格式，或拆分后上传')
