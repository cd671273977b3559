import { createContext, use, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import styles from './in-order.module.css'

interface Gate {
  enter: (at: number) => void
  leave: (at: number) => void
}

const GateContext = createContext<Gate | null>(null)
/** The first that is still reading; those behind it are not seen. */
const FirstContext = createContext(Infinity)
const TurnContext = createContext(0)

/** Nobody waits longer than this for what stands above. */
const patienceMs = 3_000

interface State {
  reading: readonly number[]
  isOpen: boolean
}

/**
 * Parts of a page one below the other, each with data of its own. What stands below one that is still reading waits
 * unseen, so that nothing which is seen is pushed about. Once all have come it stays open, whoever reads again.
 */
export function InOrder({ children }: { children: ReactNode }) {
  const [{ reading, isOpen }, setState] = useState<State>({ reading: [], isOpen: false })
  const gate = useMemo<Gate>(
    () => ({
      enter: (at) => setState((now) => ({ ...now, reading: [...now.reading, at] })),
      leave: (at) => {
        setState((now) => ({ ...now, reading: without(now.reading, at) }))
        // A moment later: a part that has just come may have begun to read.
        setTimeout(() => setState((now) => (now.reading.length === 0 ? { ...now, isOpen: true } : now)))
      },
    }),
    [],
  )
  useEffect(() => {
    const clock = setTimeout(() => setState((now) => ({ ...now, isOpen: true })), patienceMs)
    return () => clearTimeout(clock)
  }, [])
  return (
    <GateContext value={gate}>
      <FirstContext value={isOpen ? Infinity : Math.min(...reading)}>{children}</FirstContext>
    </GateContext>
  )
}

function without(all: readonly number[], one: number): readonly number[] {
  const at = all.indexOf(one)
  return all.filter((_, index) => index !== at)
}

/** One of the parts, and how far down it stands. */
export function Turn({ at, children }: { at: number; children: ReactNode }) {
  const gate = use(GateContext)
  const first = use(FirstContext)
  if (!gate) return children
  return (
    <TurnContext value={at}>
      <div className={`${styles['turn']} ${at > first ? styles['unseen'] : ''}`}>{children}</div>
    </TurnContext>
  )
}

/** Said by a part while it does not know yet how high it will be. Nothing where parts have no order. */
export function useReading(isReading: boolean) {
  const gate = use(GateContext)
  const at = use(TurnContext)
  useLayoutEffect(() => {
    if (!gate || !isReading) return
    gate.enter(at)
    return () => gate.leave(at)
  }, [gate, at, isReading])
}

/** Stands in the place of a part that is still to be fetched. */
export function Awaited({ height = 0 }: { height?: number }) {
  useReading(true)
  return <div style={{ minHeight: height }} />
}
