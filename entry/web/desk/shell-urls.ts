/** Pages of the shell itself. */
export const ownUrls = { allMenus: '/topMenu', frontPage: '/puMain', mine: '/personal' } as const
/** Pages of modules that the shell's own bars and keys lead to. */
export const barUrls = { messages: '/message', tasks: '/task', support: '/support', directory: '/directory' } as const
