import { useEffect, useRef } from 'react'

let count = 0
/** The layer that was closed in this render; a layer that opens at the same time takes its entry. */
let left: string | undefined

/** Layers that were closed below another one: their entries are skipped on the way back. */
const skipped = new Set<string>()

/** The layers that are open, and the one whose entry is being left. */
const open = new Set<string>()

const getLayer = () => (history.state as { layer?: string } | null)?.layer

/** Whether the present entry is that of a layer. After a reload the entry is still there, but the layer is not. */
export const isInLayer = () => open.has(getLayer() ?? '')

/**
 * An open layer is an entry of the history, so that the back button closes it and nothing else. `onClose` may return
 * false: then the layer stays, for example to ask first.
 */
export function useBackKey(onClose: () => void | boolean) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const layer = `layer-${Date.now()}-${++count}`
    const write = (how: 'pushState' | 'replaceState') =>
      history[how]({ ...(history.state as object | null), layer }, '')
    write(left !== undefined && getLayer() === left ? 'replaceState' : 'pushState')
    open.add(layer)
    const forget = () => open.delete(layer)
    const leave = () => {
      if (getLayer() !== layer && close.current() === false) write('pushState')
    }
    window.addEventListener('popstate', leave)
    return () => {
      window.removeEventListener('popstate', leave)
      if (getLayer() !== layer) {
        skipped.add(layer)
        forget()
        return
      }
      left = layer
      queueMicrotask(() => {
        left = undefined
        if (getLayer() === layer) {
          window.addEventListener('popstate', forget, { once: true })
          history.back()
        } else forget()
      })
    }
  }, [])
}

window.addEventListener('popstate', () => {
  if (skipped.delete(getLayer() ?? '')) history.back()
})
