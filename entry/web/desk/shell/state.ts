import { create } from 'zustand'

const year = 365 * 24 * 60 * 60
const has = (name: string) => new RegExp(`(?:^|;\\s*)${name}=1`).test(document.cookie)
const keep = (name: string, on: boolean) => {
  document.cookie = `${name}=${on ? 1 : 0}; path=/; samesite=lax; max-age=${year}`
}

const closed = 'sidebarClosed'
const destroyed = 'sidebarDestroyed'

/** What somebody did to the side menu. All else that the shell shows follows from the session, the menu and the address. */
export const useSidebar = create(() => ({
  /** Icons only. */
  isClosed: has(closed),
  /** Not there at all, for whoever needs the whole width. */
  isDestroyed: has(destroyed),
}))

export function toggleSidebar() {
  const isClosed = !useSidebar.getState().isClosed
  keep(closed, isClosed)
  useSidebar.setState({ isClosed })
}

export function toggleSidebarDestroyed() {
  const isDestroyed = !useSidebar.getState().isDestroyed
  keep(destroyed, isDestroyed)
  useSidebar.setState({ isDestroyed })
}
