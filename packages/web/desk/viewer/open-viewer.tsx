import { createRoot } from 'react-dom/client'
import type { ViewerItem } from './viewer-item.ts'
import { Viewer } from './viewer.tsx'

/** In a separate React root, so that it can be opened from anywhere without a host on the page. */
export function openViewer(items: readonly ViewerItem[], index: number) {
  const root = createRoot(document.createElement('div'))
  root.render(<Viewer items={items} index={index} onClose={() => root.unmount()} />)
}
