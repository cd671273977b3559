import type { ViewerItem } from './viewer-item.ts'

/** Opens the viewer over the page. It is loaded on first use. */
export async function showViewer(items: readonly ViewerItem[], index = 0): Promise<void> {
  try {
    const { openViewer } = await import('./open-viewer.tsx')
    openViewer(items, index)
  } catch {
    // Without the viewer, the browser can still open the file itself.
    window.open(items[index]?.url, '_blank', 'noopener')
  }
}
