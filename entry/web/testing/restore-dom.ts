import { onlineManager } from '@tanstack/react-query'
import { afterAll, vi } from 'vitest'
import { useSession } from '#packages/web/core/session.ts'

if (typeof window !== 'undefined') restoreAfterFile()

/** The test files of the web project share a window and the modules: each restores the window and signs out. */
function restoreAfterFile() {
  const size = { innerWidth, innerHeight, print }
  // Functions that tests replace, because there is no layout here.
  const replaced: [object, string[]][] = [
    [Element.prototype, ['scrollIntoView', 'getBoundingClientRect', 'animate']],
    [HTMLElement.prototype, ['clientWidth', 'clientHeight', 'offsetWidth', 'offsetHeight']],
    [HTMLDialogElement.prototype, ['show', 'showModal', 'close']],
  ]
  const found = replaced.flatMap(([owner, names]) =>
    names.map((name) => ({ owner, name, was: Object.getOwnPropertyDescriptor(owner, name) })),
  )
  afterAll(() => {
    vi.useRealTimers()
    // While it believes that there is no network, the queries of all later files wait.
    onlineManager.setOnline(true)
    Object.assign(window, size)
    for (const { owner, name, was } of found) {
      Reflect.deleteProperty(owner, name)
      if (was) Object.defineProperty(owner, name, was)
    }
    document.body.replaceChildren()
    document.head.replaceChildren()
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
    useSession.setState({ token: '', user: null, orgId: '' }, true)
  })
}
