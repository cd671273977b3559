import { useEffect, useEffectEvent, useState } from 'react'
import type { ViewerItem } from '../viewer-item.ts'
import type { PdfSource } from './pdf-source.ts'

type Opened = { url: string; source?: PdfSource; message?: string }

/** Opens the document; pdf.js is loaded with the first. */
export function usePdf({ url, load }: ViewerItem) {
  const [opened, setOpened] = useState<Opened>()
  const loadPreview = useEffectEvent((signal: AbortSignal) => load?.(signal))
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let source: PdfSource | undefined
    const fail = (message = '加载失败') => signal.aborted || setOpened({ url, message })
    const renew = async () => {
      const answer = await loadPreview(signal)
      if (answer?.state !== 'ready') throw new Error('there is no other link')
      return answer.url
    }
    const open = async () => {
      const { openPdf, PdfLockedError } = await import('./open-pdf.ts')
      try {
        source = await openPdf(url, { renew, onLost: fail })
        if (signal.aborted) source.close()
        else setOpened({ url, source })
      } catch (error) {
        fail(error instanceof PdfLockedError ? '该文件有密码，请下载查看' : undefined)
      }
    }
    open().catch(() => fail())
    return () => {
      stop.abort()
      source?.close()
    }
  }, [url])
  return opened?.url === url ? opened : undefined
}
