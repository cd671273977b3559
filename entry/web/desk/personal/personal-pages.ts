/** Pages about the signed-in user, open to all staff without a permission. */
export const personalUrls = {
  info: '/personal/info',
  password: '/personal/password',
  devices: '/personal/devices',
} as const

const group = '个人中心'

export const personalPages = [
  { title: '个人信息', group, url: personalUrls.info, icon: 'idcard', load: () => import('./info-page.tsx') },
  { title: '修改密码', group, url: personalUrls.password, icon: 'lock', load: () => import('./password-page.tsx') },
  { title: '登录设备', group, url: personalUrls.devices, icon: 'laptop', load: () => import('./devices-page.tsx') },
]
