import { useEffect, useState } from 'react'

/** What is quicker needs no sign of waiting; and the next page is there before the sign goes. */
const delays = { open: 200, close: 17 } as const

/** Whether the loader stands in the place of the page. */
export function useLoader(isMoving: boolean) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isMoving === isShown) return
    const clock = setTimeout(() => setShown(isMoving), isMoving ? delays.open : delays.close)
    return () => clearTimeout(clock)
  }, [isMoving, isShown])
  return isShown
}

/** The data centre draws its own waiting. */
export const hasLoader = (path: string) => !path.includes('dataCentre')
