import { createContext, use, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import styles from './ordered-loading.module.css'

interface LoadingGate {
  enter: (at: number) => void
  leave: (at: number) => void
}

const LoadingGateContext = createContext<LoadingGate | null>(null)
/** The first that is still reading; those behind it are not seen. */
const FirstLoadingContext = createContext(Infinity)
const ItemOrderContext = createContext(0)

/** Nobody waits longer than this for what stands above. */
const maxWaitMs = 3_000

interface LoadingState {
  loading: readonly number[]
  isOpen: boolean
}

/**
 * Parts of a page one below the other, each with data of its own. What stands below one that is still reading waits
 * unseen, so that nothing which is seen is pushed about. Once all have come it stays open, whoever reads again.
 */
export function OrderedLoading({ children }: { children: ReactNode }) {
  const [{ loading, isOpen }, setState] = useState<LoadingState>({ loading: [], isOpen: false })
  const gate = useMemo<LoadingGate>(
    () => ({
      enter: (at) => setState((now) => ({ ...now, loading: [...now.loading, at] })),
      leave: (at) => {
        setState((now) => ({ ...now, loading: without(now.loading, at) }))
        // A moment later: a part that has just come may have begun to read.
        setTimeout(() => setState((now) => (now.loading.length === 0 ? { ...now, isOpen: true } : now)))
      },
    }),
    [],
  )
  useEffect(() => {
    const clock = setTimeout(() => setState((now) => ({ ...now, isOpen: true })), maxWaitMs)
    return () => clearTimeout(clock)
  }, [])
  return (
    <LoadingGateContext value={gate}>
      <FirstLoadingContext value={isOpen ? Infinity : Math.min(...loading)}>{children}</FirstLoadingContext>
    </LoadingGateContext>
  )
}

function without(all: readonly number[], one: number): readonly number[] {
  const at = all.indexOf(one)
  return all.filter((_, index) => index !== at)
}

/** One of the parts, and how far down it stands. */
export function OrderedItem({ at, children }: { at: number; children: ReactNode }) {
  const gate = use(LoadingGateContext)
  const first = use(FirstLoadingContext)
  if (!gate) return children
  return (
    <ItemOrderContext value={at}>
      <div className={`${styles['turn']} ${at > first ? styles['unseen'] : ''}`}>{children}</div>
    </ItemOrderContext>
  )
}

/** Said by a part while it does not know yet how high it will be. Nothing where parts have no order. */
export function useOrderedLoading(isLoading: boolean) {
  const gate = use(LoadingGateContext)
  const at = use(ItemOrderContext)
  useLayoutEffect(() => {
    if (!gate || !isLoading) return
    gate.enter(at)
    return () => gate.leave(at)
  }, [gate, at, isLoading])
}

/** Stands in the place of a part that is still to be fetched. */
export function LoadingPlaceholder({ height = 0 }: { height?: number }) {
  useOrderedLoading(true)
  return <div style={{ minHeight: height }} />
}
