import { RollbackOutlined } from '@ant-design/icons'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import type { SwitchNode } from '#kernel/org/contract.ts'
import type { SwitchTarget } from '#kernel/session/contract.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { Chips } from './chips.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import { isSchool, once, recentFirst } from './schools.ts'
import { SchoolTree } from './school-tree.tsx'
import { SearchBox } from './search-box.tsx'
import { optionId, TargetList } from './target-list.tsx'
import { useGoing, type Asked, type Chosen } from './use-going.ts'
import { useTargets } from './use-targets.ts'
import styles from './switch-dialog.module.css'

interface Props {
  /** Where one is going already, when only the code is missing. */
  start: Asked | undefined
  onClose: () => void
}

/** Chooses another organisation and goes there. */
export default function SwitchDialog({ start, onClose }: Props) {
  const { asked, code, error, type, tell, goBack, ...going } = useGoing(start)
  if (!asked) return <ChooseDialog {...going} onClose={onClose} />
  const props = { name: asked.target.name, step: asked.step, code, error, busy: going.busy }
  return <ProveDialog {...props} onChange={type} onTell={tell} onClose={start ? onClose : goBack} />
}

interface ChooseProps extends Pick<ReturnType<typeof useGoing>, 'busy' | 'go'> {
  onClose: () => void
}

function ChooseDialog({ busy, go, onClose }: ChooseProps) {
  const [typed, setTyped] = useState('')
  const targets = useTargets(typed)
  const { rows, isWrongType, choose, chooseNode, move, ...choice } = useChoice(targets)
  const { chosen } = choice
  const listId = useId()
  const confirm = () => go(chosen, isWrongType)
  const enter = useEnter(isSearching(typed, targets), confirm)
  const shared = { ...targets, ...choice }
  const home = targets.usual.data?.home
  const foot = (
    <>
      {home && (
        <Button type="link" className={styles['home']!} disabled={busy} onClick={() => go(home)}>
          <Glyph of={RollbackOutlined} />
          返回本单位（{home.name}）
        </Button>
      )}
      <Button disabled={busy} onClick={onClose}>
        取消
      </Button>
      <Button type="primary" loading={busy} onClick={confirm}>
        {chosen ? `切换到${chosen.name}` : '切换'}
      </Button>
    </>
  )
  return (
    <Dialog title="切换学校" size="form" busy={busy} onClose={onClose} foot={foot}>
      <SearchBox
        onSearch={(words) => {
          setTyped(words)
          choose(undefined)
          enter.forget()
        }}
        list={rows && { id: listId, activeId: chosen && optionId(listId, chosen.id) }}
        onMove={move}
        onEnter={() => (rows || typed.trim()) && enter.press()}
      />
      {!rows && <Usual {...shared} onChoose={choose} />}
      <div className={styles['frame']}>
        {rows ? (
          <Rows {...shared} listId={listId} rows={rows} onChoose={choose} onGo={go} />
        ) : (
          <TreeFrame {...shared} onChoose={chooseNode} />
        )}
      </div>
    </Dialog>
  )
}

/** Whether what was typed last has yet to be found. */
const isSearching = (typed: string, { keyword, search }: ReturnType<typeof useTargets>) =>
  typed.trim() !== keyword || (keyword !== '' && (search.isPending || search.isPlaceholderData))

/** Whoever types and presses Enter at once goes to the first hit as soon as it is known. */
function useEnter(isPending: boolean, confirm: () => void) {
  const isPressed = useRef(false)
  const go = useEffectEvent(confirm)
  useEffect(() => {
    if (isPending || !isPressed.current) return
    isPressed.current = false
    go()
  }, [isPending])
  const press = () => {
    if (isPending) isPressed.current = true
    else confirm()
  }
  const forget = () => {
    isPressed.current = false
  }
  return { press, forget }
}

/** What stands to choose from, and what of it is chosen: the first hit while one types. Without rows it is the tree. */
function useChoice({ mayVisit, keyword, usual, search }: ReturnType<typeof useTargets>) {
  const ownId = useSession((session) => session.user?.orgId) ?? ''
  const [picked, setChosen] = useState<Chosen>()
  const [isWrongType, setWrongType] = useState(false)
  const currentId = usual.data?.current.id ?? ownId
  const { own = [], recent = [] } = usual.data ?? {}
  const found = recentFirst(search.data?.found ?? [], recent)
  const rows = keyword ? found : mayVisit ? undefined : once([...own, ...recent])
  const chosen = picked ?? (keyword ? found.find(({ id }) => id !== currentId) : undefined)

  const choose = (target: Chosen | undefined) => {
    setChosen(target)
    setWrongType(false)
  }
  const chooseNode = (node: SwitchNode) => {
    setChosen(isSchool(node) ? node : undefined)
    setWrongType(!isSchool(node))
  }
  const move = (step: 1 | -1) => {
    const open = (rows ?? []).filter(({ id }) => id !== currentId)
    const at = open.findIndex(({ id }) => id === chosen?.id)
    choose(at < 0 ? open.at(step === 1 ? 0 : -1) : (open[at + step] ?? open[at]))
  }
  return { currentId, chosen, isWrongType, rows, choose, chooseNode, move }
}

type Shared = ReturnType<typeof useTargets> & { currentId: string; chosen: Chosen | undefined }

/** Above the tree: what one most likely wants. */
function Usual({ usual, currentId, chosen, onChoose }: Shared & { onChoose: (target: Chosen) => void }) {
  if (!usual.data) return null
  const { own, recent, home } = usual.data
  const isElsewhere = ({ id }: SwitchTarget) => id !== currentId && id !== home?.id
  const mine = own.filter(isElsewhere)
  const others = recent.filter((target) => isElsewhere(target) && !mine.some(({ id }) => id === target.id))
  return (
    <>
      <Chips label="我的单位" targets={mine} chosenId={chosen?.id} onChoose={onChoose} />
      <Chips label="最近去过" targets={others} chosenId={chosen?.id} onChoose={onChoose} />
    </>
  )
}

function TreeFrame({ tree, places, currentId, chosen, onChoose }: Shared & { onChoose: (node: SwitchNode) => void }) {
  if (tree.isError) return <PageState status="failed" error={tree.error} onRetry={() => void tree.refetch()} />
  if (!tree.data) return <SkeletonLines widths={[40, 56, 62, 48, 58, 52]} />
  const props = { roots: tree.data, places, currentId, chosenId: chosen?.id, onChoose }
  return (
    <>
      <SchoolTree {...props} />
      <p className={styles['note']}>请选到具体学校；学区和教育局不能直接切换</p>
    </>
  )
}

interface RowsProps extends Shared {
  listId: string
  rows: readonly SwitchTarget[]
  onChoose: (target: Chosen) => void
  onGo: (target: Chosen) => void
}

function Rows({ listId, rows, keyword, usual, search, places, currentId, chosen, onChoose, onGo }: RowsProps) {
  const asked = keyword ? search : usual
  if (asked.isError) return <PageState status="failed" error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <SkeletonLines widths={[50, 62, 56]} />
  if (rows.length === 0) return <p className={styles['nothing']}>没有找到“{keyword}”，换个名称或拼音首字母试试</p>
  const props = { id: listId, targets: rows, places, keyword, currentId, chosenId: chosen?.id, onChoose, onGo }
  const hasRecent = rows.some(({ id }) => usual.data?.recent.some((other) => other.id === id))
  const head = `找到 ${rows.length} 所${hasRecent ? '，最近去过的排在前面' : ''}`
  return <TargetList head={keyword ? head : '我的单位'} {...props} />
}
