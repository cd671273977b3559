import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import styles from './ordered-loading.module.css'

interface LoadingGate {
  enter: (at: number) => void
  leave: (at: number) => void
}

const LoadingGateContext = createContext<LoadingGate | null>(null)
/** The first part that is still loading; those below it are hidden. */
const FirstLoadingContext = createContext(Infinity)
const LateRanksContext = createContext<ReadonlyMap<number, number>>(new Map())
const ItemOrderContext = createContext(0)

/** The longest wait in which nothing has loaded. */
const maxWaitMs = 3_000
/** More than the position of any part. */
const rankStep = 1_000_000

interface LoadingState {
  loading: readonly number[]
  /** The parts that were too late, by position, with the number of waits they missed. */
  late: ReadonlyMap<number, number>
  isOpen: boolean
}

/**
 * Parts of a page below each other, each with its own data. Parts below a loading one stay hidden, so that nothing
 * visible is moved. When nothing has loaded for a while, the parts that are still loading move to the end, and the
 * others become visible. Once all have loaded they stay as they are, also when one reloads.
 */
export function OrderedLoading({ children }: { children: ReactNode }) {
  const [{ loading, late, isOpen }, setState] = useState<LoadingState>({ loading: [], late: new Map(), isOpen: false })
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
    if (isOpen || loading.length === 0) return
    const clock = setTimeout(() => setState((now) => ({ ...now, late: raiseRanks(now) })), maxWaitMs)
    return () => clearTimeout(clock)
  }, [loading, isOpen])
  const first = isOpen ? Infinity : Math.min(...loading.map((at) => placeOf(at, late)))
  return (
    <LoadingGateContext value={gate}>
      <LateRanksContext value={late}>
        <FirstLoadingContext value={first}>{children}</FirstLoadingContext>
      </LateRanksContext>
    </LoadingGateContext>
  )
}

const placeOf = (at: number, late: LoadingState['late']) => at + rankStep * (late.get(at) ?? 0)

/** Every part that is still loading comes below all others. */
function raiseRanks({ loading, late }: LoadingState): LoadingState['late'] {
  const rank = 1 + Math.max(0, ...late.values())
  return new Map([...late, ...loading.map((at) => [at, rank] as const)])
}

function without(all: readonly number[], one: number): readonly number[] {
  const at = all.indexOf(one)
  return all.filter((_, index) => index !== at)
}

/** One of the parts, with its position, which no other part has. */
export function OrderedItem({ at, children }: { at: number; children: ReactNode }) {
  const gate = use(LoadingGateContext)
  const first = use(FirstLoadingContext)
  const late = use(LateRanksContext)
  if (!gate) return children
  const order: CSSProperties & { '--late-rank': number } = { '--late-rank': late.get(at) ?? 0 }
  return (
    <ItemOrderContext value={at}>
      <div className={`${styles['turn']} ${placeOf(at, late) > first ? styles['unseen'] : ''}`} style={order}>
        {children}
      </div>
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
