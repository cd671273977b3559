import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Handles files dragged onto the field, and pictures pasted anywhere in its form. While the field is mounted, a file
 * dropped beside it does not make the browser leave the page.
 */
export function useFileDrop(field: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const give = useEffectEvent((files: File[]) => files.length > 0 && onFiles(files))
  useEffect(() => {
    const element = field.current
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    const isInside = ({ target }: Event) => element.contains(target as Node)
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer!.dropEffect = isInside(event) ? 'copy' : 'none'
      setOver(isInside(event))
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (isInside(event)) give([...event.dataTransfer!.files])
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Text from Word is copied together with a picture of itself: then the text is meant.
      if (files.length === 0 || event.clipboardData!.types.includes('text/plain')) return
      event.preventDefault()
      give(files.map(nameScreenshot))
    }
    document.addEventListener('dragenter', drag, { signal })
    document.addEventListener('dragover', drag, { signal })
    document.addEventListener('dragleave', (event) => !event.relatedTarget && setOver(false), { signal })
    document.addEventListener('drop', drop, { signal })
    const form: HTMLElement = element.closest('form') ?? element
    form.addEventListener('paste', paste, { signal })
    return () => stop.abort()
  }, [field])
  return isOver
}

const two = (number: number) => String(number).padStart(2, '0')

/** Every picture of the clipboard is called image.png. */
function nameScreenshot(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const now = new Date()
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')
  return new File([file], `截图 ${day} ${time}${file.name.slice('image'.length)}`, { type: file.type })
}
