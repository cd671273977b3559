import { expect, it, vi } from 'vitest'

/** The side menu in a freshly loaded browser tab. */
async function loaded() {
  vi.resetModules()
  return import('./sidebar-state.ts')
}

it('toggles the side menu open and closed, and keeps the separate destroy toggle in a cookie', async () => {
  const { useSidebar, toggleSidebar, toggleSidebarDestroyed } = await loaded()
  expect(useSidebar.getState()).toEqual({ isClosed: false, isDestroyed: false })
  toggleSidebarDestroyed()
  expect(document.cookie).toContain('sidebarDestroyed=1')
  expect((await loaded()).useSidebar.getState()).toEqual({ isClosed: false, isDestroyed: true })
  toggleSidebarDestroyed()
  toggleSidebar()
  expect(document.cookie).toContain('sidebarDestroyed=0')
  expect((await loaded()).useSidebar.getState()).toEqual({ isClosed: true, isDestroyed: false })
})
