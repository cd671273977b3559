import { CheckOutlined, CopyOutlined, FormOutlined, InboxOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { PhoneTree } from '#packages/web/desk/tree-list/phone-tree.tsx'
import type { TreeSpec } from '#packages/web/desk/tree-list/tree-list-spec.ts'
import { TreeColumn } from '#packages/web/desk/tree-list/tree-column.tsx'
import { useTree, type TreeState } from '#packages/web/desk/tree-list/use-tree.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { FaceItem, FaceState } from '../../contract.ts'
import { FaceConsentDialog } from '../components/face-consent-dialog.tsx'
import { FaceDialog } from '../components/face-dialog.tsx'
import { FaceOutcomeDialog } from '../components/face-outcome-dialog.tsx'
import { FaceStates } from '../components/face-states.tsx'
import { FaceGrid } from '../components/face-wall.tsx'
import { FaceZipDialog } from '../components/face-zip-dialog.tsx'
import { useFaceListState, type FaceListState } from '../face-list-state.ts'
import { fetchAllFaces, facePageQuery, facesPerPage, type FacePage } from '../face-queries.ts'
import { nodeSearchQuery, noClassesText, parentNodeQuery, parseNodeId, treeLevelQuery } from '../student-tree.ts'
import styles from './faces.module.css'

const treeSpec: TreeSpec = {
  title: '班级',
  change: '切换班级',
  level: treeLevelQuery,
  parentOf: parentNodeQuery,
  isOther: true,
  search: { placeholder: '搜索班级', find: nodeSearchQuery },
  empty: noClassesText,
}
/** States without a photo that terminals could use. */
const statesWithoutPhoto: readonly FaceState[] = ['no-consent', 'none', 'refused', 'withdrawn']

type OpenFaceDialog =
  | { kind: 'zip' | 'consent' }
  | { kind: 'faces'; items: readonly FaceItem[]; at: number; isReview: boolean }

/** 学生人脸管理: the photos of a class with their states. */
export default function Faces() {
  const isPhone = usePhone()
  const { listState, move } = useFaceListState()
  const tree = useTree(treeSpec, listState.node)
  const [opened, setOpened] = useState<OpenFaceDialog>()
  const close = () => setOpened(undefined)
  const choose = (node: string) => move({ node, state: undefined, page: 1 })
  useMissingNode(tree, () => move({ node: undefined }))
  const board = useFacePage(tree, listState)
  const { chosen } = tree
  return (
    <>
      <SplitPage
        actions={<FaceActions tree={tree} board={board} onOpen={setOpened} />}
        hasActionsBelow
        lead={<Notice terminals={board.data?.terminals} />}
        list={
          isPhone ? (
            <PhoneTree spec={treeSpec} tree={tree} onChoose={choose} />
          ) : (
            tree.isThere && <TreeColumn spec={treeSpec} tree={tree} onChoose={choose} />
          )
        }
      >
        <SplitPane title={isPhone ? undefined : (chosen?.name ?? '')} isFixed>
          <FaceBoard
            board={board}
            state={listState.state}
            page={listState.page}
            onMove={move}
            onOpen={(items, at) => setOpened({ kind: 'faces', items, at, isReview: false })}
          />
        </SplitPane>
      </SplitPage>
      {opened?.kind === 'faces' && (
        <FaceDialog {...opened} onMove={(at) => setOpened({ ...opened, at })} onClose={close} />
      )}
      {opened?.kind === 'zip' && (
        <FaceZipDialog
          orgId={parseNodeId(chosen?.id).orgId}
          onSent={(upload) => {
            close()
            move({ upload })
          }}
          onClose={close}
        />
      )}
      {opened?.kind === 'consent' && chosen && (
        <FaceConsentDialog node={chosen.id} where={chosen.name} onClose={close} />
      )}
      {listState.upload && <FaceOutcomeDialog taskId={listState.upload} onClose={() => move({ upload: undefined })} />}
    </>
  )
}

/** The faces of the chosen node. An organisation that is no school has none. */
function useFacePage({ chosen, error, isThere }: TreeState, { state, page }: FaceListState) {
  const isSchool = chosen !== undefined && ['school', 'grade', 'class'].includes(chosen.kind ?? '')
  const query = useQuery({
    ...facePageQuery(chosen?.id ?? '', state, page),
    enabled: isSchool,
    placeholderData: keepPreviousData,
  })
  return {
    data: isSchool ? query.data : undefined,
    error: error ?? query.error,
    refetch: query.refetch,
    isThere,
    needsSchool: chosen !== undefined && !isSchool,
    isClass: chosen?.kind === 'class',
  }
}
type FacePageState = ReturnType<typeof useFacePage>

function useMissingNode({ isLost }: TreeState, leave: () => void) {
  const toast = useToast()
  useEffect(() => {
    if (!isLost) return
    toast.error('要找的班级不存在或不可见')
    leave()
    // Only a missing node triggers this effect.
    // eslint-disable-next-line react/exhaustive-deps
  }, [isLost])
}

/** Explains that terminals are not available yet, and that cards always work. */
const Notice = ({ terminals }: { terminals: number | undefined }) =>
  terminals === 0 && (
    <p className={styles['notice']}>
      <Glyph of={InfoCircleOutlined} />
      尚无已登记的识别终端，照片合格后等待下发；学生可刷卡或出示二维码入校
    </p>
  )

interface FaceActionsProps {
  tree: TreeState
  board: FacePageState
  onOpen: (opened: OpenFaceDialog) => void
}

function FaceActions({ tree: { chosen }, board: { data }, onOpen }: FaceActionsProps) {
  const toast = useToast()
  const isPhone = usePhone()
  const [isBusy, setBusy] = useState(false)
  if (!chosen || !data) return null
  const waiting = data.counts['waiting'] ?? 0
  const doing = (work: () => Promise<void>) => {
    setBusy(true)
    void work()
      .catch((error: unknown) => toast.error(getErrorMessage(error)))
      .finally(() => setBusy(false))
  }
  const review = () =>
    doing(async () => {
      const items = await fetchAllFaces(chosen.id, ['waiting'])
      if (items.length > 0) onOpen({ kind: 'faces', items, at: 0, isReview: true })
    })
  const copy = () =>
    doing(async () => {
      const items = await fetchAllFaces(chosen.id, statesWithoutPhoto)
      const lines = items.map(({ className, seatNo, name }) => [className, seatNo ?? '', name].join('\t'))
      await navigator.clipboard.writeText(lines.join('\n'))
      toast.success(`已复制${items.length}人名单`)
    })
  return (
    <>
      {!isPhone && (
        <Button icon={<Glyph of={CopyOutlined} />} disabled={isBusy} onClick={copy}>
          复制缺照片名单
        </Button>
      )}
      <Button icon={<Glyph of={FormOutlined} />} onClick={() => onOpen({ kind: 'consent' })}>
        登记授权
      </Button>
      {!isPhone && (
        <Button icon={<Glyph of={InboxOutlined} />} onClick={() => onOpen({ kind: 'zip' })}>
          批量上传
        </Button>
      )}
      <Button
        type="primary"
        icon={<Glyph of={CheckOutlined} />}
        disabled={waiting === 0}
        loading={isBusy}
        onClick={review}
      >
        {waiting > 0 ? `审核 ${waiting} 张` : '审核'}
      </Button>
    </>
  )
}

interface FaceBoardProps {
  board: FacePageState
  state: FaceState | undefined
  page: number
  onMove: (change: { state?: FaceState | undefined; page?: number }) => void
  onOpen: (items: readonly FaceItem[], at: number) => void
}

function FaceBoard({ board, state, page, onMove, onOpen }: FaceBoardProps) {
  const { data, error, refetch, isThere, needsSchool, isClass } = board
  if (!isThere) return <PageState status="empty" {...treeSpec.empty} />
  if (needsSchool) return <PageState status="empty" title="请选择学校" text="人脸照片按学校和班级管理。" />
  if (!data && error) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  return (
    <>
      <FaceStates counts={data.counts} chosen={state} onChoose={(next) => onMove({ state: next, page: 1 })} />
      <div className={styles['scroll']}>
        {data.items.length === 0 ? (
          <Nobody data={data} onClear={() => onMove({ state: undefined, page: 1 })} />
        ) : (
          <FaceGrid
            items={data.items}
            hasClasses={!isClass}
            onOpen={(item) => onOpen(data.items, data.items.indexOf(item))}
          />
        )}
      </div>
      {data.itemCount > facesPerPage && (
        <footer className={styles['foot']}>
          <span>{`共 ${data.itemCount} 人`}</span>
          <Pager
            current={page}
            pageSize={facesPerPage}
            total={data.itemCount}
            onChange={(next) => onMove({ page: next })}
          />
        </footer>
      )}
    </>
  )
}

const Nobody = ({ data, onClear }: { data: FacePage; onClear: () => void }) =>
  Object.keys(data.counts).length > 0 ? (
    <PageState status="noMatch" title="没有这种状态的学生" onClear={onClear} />
  ) : (
    <PageState status="empty" of="people" title="还没有学生" text="学生入学或导入后，会出现在这里。" />
  )
