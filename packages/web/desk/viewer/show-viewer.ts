import type { ViewerItem } from './viewer-item.ts'

/** Opens the viewer over whatever is on the screen. It is fetched when it is first wanted. */
export async function showViewer(items: readonly ViewerItem[], index = 0): Promise<void> {
  try {
    const { openViewer } = await import('./open-viewer.tsx')
    openViewer(items, index)
  } catch {
    // Without the viewer, the browser can still show the file by itself.
    window.open(items[index]?.url, '_blank', 'noopener')
  }
}
