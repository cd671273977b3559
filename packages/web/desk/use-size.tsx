import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

export interface Size {
  width: number
  height: number
}

const settleMs = 50

/** The size of an element: measured at once, and again when it has not changed for 50 ms. */
export function useSize(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    let clock: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      clearTimeout(clock)
      clock = setTimeout(measure, settleMs)
    })
    measure()
    observer.observe(measured)
    return () => {
      clearTimeout(clock)
      observer.disconnect()
    }
  }, [element])
  return size
}

interface Props {
  className?: string
  children: (size: Size) => ReactNode
}

/** A container that passes its size to its content. */
export function SizedContainer({ className, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const size = useSize(element)
  return (
    <div ref={element} {...(className && { className })}>
      {size && children(size)}
    </div>
  )
}
