import { Checkbox } from 'antd'
import { use, useState } from 'react'
import type { BoardCard } from '#packages/web/core/module.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { SortRows } from '#packages/web/desk/sort-rows.tsx'
import { layoutOwners, type Board, type LayoutOwner, type PlacedCard } from '../../contract.ts'
import { resetBoard, saveBoard } from '../board-query.ts'
import styles from './arrange-dialog.module.css'

interface Props {
  opened: Promise<Board | null>
  cards: readonly BoardCard[]
  onArranged: () => void
  onClose: () => void
}

/** 编辑看板: the order of the cards, dragged or moved by the arrows, and which are shown. */
export default function ArrangeDialog({ opened, cards, onArranged, onClose }: Props) {
  const board = use(opened)
  const titles = new Map(cards.map(({ id, title }) => [id, title]))
  const [owner, setOwner] = useState<LayoutOwner>('user')
  const [rows, setRows] = useState<readonly PlacedCard[]>(() => (board?.cards ?? []).filter(({ id }) => titles.has(id)))
  const isOwn = owner === 'user'
  const byId = new Map(rows.map((row) => [row.id, row]))
  const change = (id: string, part: Partial<PlacedCard>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const sort = (ids: readonly string[]) => setRows(ids.flatMap((id) => byId.get(id) ?? []))
  const finish = () => {
    onArranged()
    onClose()
  }
  return (
    <ConfirmAction
      title="编辑看板"
      size="form"
      submitLabel="保存"
      isDisabled={rows.length === 0}
      obstacle={board ? undefined : '看板没有读到，请刷新页面后再编辑'}
      submit={() => saveBoard(owner, rows)}
      done="已保存"
      alternative={{ label: '恢复默认', submit: () => resetBoard(owner), done: '已恢复默认' }}
      onSent={finish}
      onClose={onClose}
    >
      {board?.mayManage && (
        <div className={styles['owners']} role="group" aria-label="看板">
          {(Object.keys(layoutOwners) as LayoutOwner[]).map((one) => (
            <Button key={one} size="small" aria-pressed={one === owner} onClick={() => setOwner(one)}>
              {layoutOwners[one]}
            </Button>
          ))}
        </div>
      )}
      <p className={styles['about']}>
        {isOwn
          ? '拖动或用箭头调整顺序，手机上按同样的顺序排列。'
          : '本单位的人没有自己调整时看到的样子；固定的卡片不能移动和隐藏。'}
      </p>
      <SortRows
        label="卡片的顺序"
        rows={rows.map(({ id }) => ({ id, name: titles.get(id)! }))}
        onSort={sort}
        extra={(id) => {
          const { isHidden, isLocked } = byId.get(id)!
          const name = titles.get(id)!
          return (
            <>
              {!isOwn && (
                <Checkbox
                  checked={isLocked}
                  aria-label={`固定${name}`}
                  onChange={({ target }) => change(id, { isLocked: target.checked })}
                >
                  固定
                </Checkbox>
              )}
              <Checkbox
                checked={!isHidden}
                disabled={isOwn && isLocked}
                aria-label={`显示${name}`}
                onChange={({ target }) => change(id, { isHidden: !target.checked })}
              >
                {isOwn && isLocked ? '固定' : '显示'}
              </Checkbox>
            </>
          )
        }}
      />
    </ConfirmAction>
  )
}
