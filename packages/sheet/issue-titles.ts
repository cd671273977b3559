const titles: Readonly<Record<string, (column: string) => string>> = {
  required: (column) => `${column}未填写`,
  format: (column) => `${column}格式不正确`,
  'too-long': (column) => `${column}过长`,
  choice: (column) => `${column}不在可选范围内`,
  mangled: (column) => `${column}成了科学计数法`,
  formula: (column) => `${column}是公式的错误值`,
  masked: (column) => `${column}已脱敏`,
  checksum: (column) => `${column}校验位错误`,
  fifteen: (column) => `${column}是15位旧号码`,
  date: (column) => `${column}不是有效日期`,
  unknown: (column) => `${column}不存在`,
  ambiguous: (column) => `${column}有多个同名`,
  duplicate: (column) => `${column}在文件中重复`,
  'sex-differs': (column) => `${column}与身份证号不符`,
  'birthday-differs': (column) => `${column}与身份证号不符`,
  'name-differs': (column) => `${column}与系统中的不一致`,
  taken: (column) => `${column}已被占用`,
  elsewhere: (column) => `${column}属于其他单位的人员`,
  'maybe-same': () => '可能是已有人员',
  self: () => '涉及您本人的任职',
  unseen: (column) => `${column}对您不可见`,
  'not-yours': () => '不在您的管理范围内',
}

/** The title of a group of issues of one kind: 身份证号校验位错误. */
export const getIssueTitle = (columnTitle: string, code: string): string =>
  titles[code]?.(columnTitle) ?? `${columnTitle}有误`
