import { createRoot } from 'react-dom/client'
import type { ViewerItem } from './viewer-item.ts'
import { Viewer } from './viewer.tsx'

/** In a root of its own, so that it can be opened from anywhere and no page has to keep a place for it. */
export function openViewer(items: readonly ViewerItem[], index: number) {
  const root = createRoot(document.createElement('div'))
  root.render(<Viewer items={items} index={index} onClose={() => root.unmount()} />)
}
