export const ownUrls = { allMenus: '/topMenu', frontPage: '/puMain', mine: '/personal' } as const
/** Pages of modules that the bars and shortcuts of the shell link to. */
export const barUrls = { messages: '/message', tasks: '/task', support: '/support', directory: '/directory' } as const

/** Pages about the signed-in user, open to all staff. */
export const personalUrls = {
  info: '/personal/info',
  password: '/personal/password',
  devices: '/personal/devices',
  approvals: '/personal/approvals',
} as const
