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
import { TargetChips } from './target-chips.tsx'
import { SwitchStepUpDialog } from './switch-step-up-dialog.tsx'
import { isSchool, uniqueTargets, sortRecentFirst } from './organisation-tree.ts'
import { SchoolTree } from './school-tree.tsx'
import { SearchBox } from './search-box.tsx'
import { optionId, TargetList } from './target-list.tsx'
import { useSwitchOrganisation, type PendingSwitch, type SwitchChoice } from './use-switch-organisation.ts'
import { useSwitchTargets } from './use-switch-targets.ts'
import styles from './switch-dialog.module.css'

interface Props {
  /** The pending switch, when only the code is missing. */
  start: PendingSwitch | undefined
  onClose: () => void
}

export default function SwitchDialog({ start, onClose }: Props) {
  const { pending, code, error, type, submitCode, goBack, ...going } = useSwitchOrganisation(start)
  if (!pending) return <ChooseDialog {...going} onClose={onClose} />
  const props = { name: pending.target.name, step: pending.step, code, error, busy: going.busy }
  return <SwitchStepUpDialog {...props} onChange={type} onSubmitCode={submitCode} onClose={start ? onClose : goBack} />
}

interface ChooseProps extends Pick<ReturnType<typeof useSwitchOrganisation>, 'busy' | 'go'> {
  onClose: () => void
}

function ChooseDialog({ busy, go, onClose }: ChooseProps) {
  const [typed, setTyped] = useState('')
  const targets = useSwitchTargets(typed)
  const { rows, isWrongType, choose, chooseNode, move, ...choice } = useChoice(targets)
  const { chosen } = choice
  const listId = useId()
  const confirm = () => go(chosen, isWrongType)
  const enter = useEnter(isSearching(typed, targets), confirm)
  const shared = { ...targets, ...choice }
  const home = targets.suggested.data?.home
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
        onSearch={(text) => {
          setTyped(text)
          choose(undefined)
          enter.forget()
        }}
        list={rows && { id: listId, activeId: chosen && optionId(listId, chosen.id) }}
        onMove={move}
        onEnter={() => (rows || typed.trim()) && enter.press()}
      />
      {!rows && <SuggestedTargets {...shared} onChoose={choose} />}
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

/** Whether the last keyword has no results yet. */
const isSearching = (typed: string, { keyword, search }: ReturnType<typeof useSwitchTargets>) =>
  typed.trim() !== keyword || (keyword !== '' && (search.isPending || search.isPlaceholderData))

/** Enter right after typing switches to the first hit as soon as it is known. */
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

/** The rows to choose from, and the chosen one: the first hit while typing. Without rows the tree is shown. */
function useChoice({ mayVisit, keyword, suggested, search }: ReturnType<typeof useSwitchTargets>) {
  const ownId = useSession((session) => session.user?.orgId) ?? ''
  const [picked, setChosen] = useState<SwitchChoice>()
  const [isWrongType, setWrongType] = useState(false)
  const currentId = suggested.data?.current.id ?? ownId
  const { own = [], recent = [] } = suggested.data ?? {}
  const found = sortRecentFirst(search.data?.found ?? [], recent)
  const rows = keyword ? found : mayVisit ? undefined : uniqueTargets([...own, ...recent])
  const chosen = picked ?? (keyword ? found.find(({ id }) => id !== currentId) : undefined)

  const choose = (target: SwitchChoice | undefined) => {
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

type Shared = ReturnType<typeof useSwitchTargets> & { currentId: string; chosen: SwitchChoice | undefined }

/** Likely targets, above the tree. */
function SuggestedTargets({
  suggested,
  currentId,
  chosen,
  onChoose,
}: Shared & { onChoose: (target: SwitchChoice) => void }) {
  if (!suggested.data) return null
  const { own, recent, home } = suggested.data
  const isElsewhere = ({ id }: SwitchTarget) => id !== currentId && id !== home?.id
  const mine = own.filter(isElsewhere)
  const others = recent.filter((target) => isElsewhere(target) && !mine.some(({ id }) => id === target.id))
  return (
    <>
      <TargetChips label="我的单位" targets={mine} chosenId={chosen?.id} onChoose={onChoose} />
      <TargetChips label="最近去过" targets={others} chosenId={chosen?.id} onChoose={onChoose} />
    </>
  )
}

function TreeFrame({
  tree,
  organisations,
  currentId,
  chosen,
  onChoose,
}: Shared & { onChoose: (node: SwitchNode) => void }) {
  if (tree.isError) return <PageState status="failed" error={tree.error} onRetry={() => void tree.refetch()} />
  if (!tree.data) return <SkeletonLines widths={[40, 56, 62, 48, 58, 52]} />
  const props = { roots: tree.data, organisations, currentId, chosenId: chosen?.id, onChoose }
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
  onChoose: (target: SwitchChoice) => void
  onGo: (target: SwitchChoice) => void
}

function Rows({
  listId,
  rows,
  keyword,
  suggested,
  search,
  organisations,
  currentId,
  chosen,
  onChoose,
  onGo,
}: RowsProps) {
  const query = keyword ? search : suggested
  if (query.isError) return <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonLines widths={[50, 62, 56]} />
  if (rows.length === 0) return <p className={styles['nothing']}>没有找到“{keyword}”，换个名称或拼音首字母试试</p>
  const props = { id: listId, targets: rows, organisations, keyword, currentId, chosenId: chosen?.id, onChoose, onGo }
  const hasRecent = rows.some(({ id }) => suggested.data?.recent.some((other) => other.id === id))
  const head = `找到 ${rows.length} 所${hasRecent ? '，最近去过的排在前面' : ''}`
  return <TargetList head={keyword ? head : '我的单位'} {...props} />
}
