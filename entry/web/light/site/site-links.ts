/** Public links in the footer of every page before sign-in. */
export const policies = [
  { name: 'privacy', title: '隐私政策' },
  { name: 'children', title: '儿童个人信息保护规则' },
  { name: 'user', title: '用户协议' },
] as const

export const icpRegister = 'https://beian.miit.gov.cn/'
/** The section of the handbook about supported browsers. */
export const browsersHelp = '/help#browsers'
