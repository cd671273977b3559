import { createContext, use, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import styles from './ordered-loading.module.css'

interface LoadingGate {
  enter: (at: number) => void
  leave: (at: number) => void
}

const LoadingGateContext = createContext<LoadingGate | null>(null)
/** The first part that is still loading; those below it are hidden. */
const FirstLoadingContext = createContext(Infinity)
const ItemOrderContext = createContext(0)

/** The longest wait for the parts above. */
const maxWaitMs = 3_000

interface LoadingState {
  loading: readonly number[]
  isOpen: boolean
}

/**
 * Parts of a page below each other, each with its own data. Parts below a loading one stay hidden, so that nothing
 * visible is moved. Once all have loaded they stay visible, also when one reloads.
 */
export function OrderedLoading({ children }: { children: ReactNode }) {
  const [{ loading, isOpen }, setState] = useState<LoadingState>({ loading: [], isOpen: false })
  const gate = useMemo<LoadingGate>(
    () => ({
      enter: (at) => setState((now) => ({ ...now, loading: [...now.loading, at] })),
      leave: (at) => {
        setState((now) => ({ ...now, loading: without(now.loading, at) }))
        // With a delay: a part that has just loaded may start to load its data.
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

/** One of the parts, with its position. */
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

/** Called by a part while its height is unknown. Has no effect outside of `OrderedLoading`. */
export function useOrderedLoading(isLoading: boolean) {
  const gate = use(LoadingGateContext)
  const at = use(ItemOrderContext)
  useLayoutEffect(() => {
    if (!gate || !isLoading) return
    gate.enter(at)
    return () => gate.leave(at)
  }, [gate, at, isLoading])
}

/** The placeholder of a part that is still loading. */
export function LoadingPlaceholder({ height = 0 }: { height?: number }) {
  useOrderedLoading(true)
  return <div style={{ minHeight: height }} />
}
