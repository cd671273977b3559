/** Pages of the shell itself. */
export const ownUrls = { allMenus: '/topMenu', frontPage: '/puMain', mine: '/personal' } as const
