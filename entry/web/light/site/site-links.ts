/** What everybody may read, wherever they are: at the foot of every page in front of the doors. */
export const policies = [
  { name: 'privacy', title: '隐私政策' },
  { name: 'children', title: '儿童个人信息保护规则' },
  { name: 'user', title: '用户协议' },
] as const

export const icpRegister = 'https://beian.miit.gov.cn/'
/** Where the handbook says which browsers will do. */
export const browsersHelp = '/help#browsers'
