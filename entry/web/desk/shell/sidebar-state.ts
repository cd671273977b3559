import { create } from 'zustand'

const year = 365 * 24 * 60 * 60
const hasCookie = (name: string) => new RegExp(`(?:^|;\\s*)${name}=1`).test(document.cookie)
const writeCookie = (name: string, on: boolean) => {
  document.cookie = `${name}=${on ? 1 : 0}; path=/; samesite=lax; max-age=${year}`
}

const closed = 'sidebarClosed'
const destroyed = 'sidebarDestroyed'

/** The state of the side menu. The rest of the shell follows from the session, the menu and the address. */
export const useSidebar = create(() => ({
  /** Icons only. */
  isClosed: hasCookie(closed),
  /** Hidden completely, for users who need the full width. */
  isDestroyed: hasCookie(destroyed),
}))

export function toggleSidebar() {
  const isClosed = !useSidebar.getState().isClosed
  writeCookie(closed, isClosed)
  useSidebar.setState({ isClosed })
}

export function toggleSidebarDestroyed() {
  const isDestroyed = !useSidebar.getState().isDestroyed
  writeCookie(destroyed, isDestroyed)
  useSidebar.setState({ isDestroyed })
}
