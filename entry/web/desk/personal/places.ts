/** Pages about oneself: whoever works here has them, without any permission. */
export const personalUrls = {
  info: '/personal/info',
  password: '/personal/password',
  devices: '/personal/devices',
} as const

export const personalPages = [
  { title: '个人信息', group: '个人中心', url: personalUrls.info, load: () => import('./info-page.tsx') },
  { title: '修改密码', group: '个人中心', url: personalUrls.password, load: () => import('./password-page.tsx') },
  { title: '登录设备', group: '个人中心', url: personalUrls.devices, load: () => import('./devices-page.tsx') },
]
