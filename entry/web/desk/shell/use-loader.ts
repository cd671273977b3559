import { useEffect, useState } from 'react'

/** Quicker loads need no loader; the next page is rendered before the loader is hidden. */
const delays = { open: 200, close: 17 } as const

/** Whether the loader is shown instead of the page. */
export function useLoader(isMoving: boolean) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isMoving === isShown) return
    const clock = setTimeout(() => setShown(isMoving), isMoving ? delays.open : delays.close)
    return () => clearTimeout(clock)
  }, [isMoving, isShown])
  return isShown
}

/** The data centre has its own loading state. */
export const hasLoader = (path: string) => !path.includes('dataCentre')
