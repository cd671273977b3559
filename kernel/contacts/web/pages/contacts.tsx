import { useEffect, useMemo } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import type { ListHead } from '#packages/web/desk/list/list-head.ts'
import { ListCard } from '#packages/web/desk/list/list-card.tsx'
import { ListFrame, WidePage } from '#packages/web/desk/list/list-page.tsx'
import { PhoneList } from '#packages/web/desk/list/phone-list.tsx'
import { useListState, type MoveListState } from '#packages/web/desk/list/list-state.ts'
import { useListModel } from '#packages/web/desk/list/use-list-model.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { PhoneTree } from '#packages/web/desk/tree-list/phone-tree.tsx'
import { TreeColumn } from '#packages/web/desk/tree-list/tree-column.tsx'
import { useTree, type TreeState } from '#packages/web/desk/tree-list/use-tree.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { PhoneNumber } from '../components/phone-number.tsx'
import { OwnPhoneScope } from '../components/own-phone-scope.tsx'
import { favouritesNode, parseGroupNode, type ContactTreeNode } from '../queries.ts'
import { refuseKeyword } from '../contact-list.ts'
import { getContactsListSpec, type ContactsListSpec } from '../contacts-list.tsx'

const defaultSpec = getContactsListSpec({})

/**
 * /directory: the organisations of the district at the left, opened at the own one; the people of the chosen one at the
 * right. The search covers the whole district, whatever is chosen.
 */
export default function ContactsPage() {
  const isPhone = usePhone()
  const own = useSession((session) => session.user?.orgId)
  const [listState, move] = useListState(defaultSpec)
  const keyword = listState.filter['keyword'] ?? ''
  const tree = useTree(defaultSpec.tree, listState.node ?? own)
  const node = tree.chosen?.id
  const spec = useMemo(() => {
    const groupId = keyword ? undefined : parseGroupNode(node)
    return getContactsListSpec({ groupId, keyword, isMixed: Boolean(keyword || groupId) || node === favouritesNode })
  }, [node, keyword])
  const isReady = keyword ? !refuseKeyword(keyword) : node !== undefined
  const model = useListModel(spec, listState, move, { node, isReady })
  useLostNode(tree, move)
  const choose = (id: string) => move({ node: id, filter: {} })
  const head = keyword
    ? getSearchHead(keyword, model.list.page?.itemCount === 0, () => move({ filter: {} }))
    : getUnitHead(spec, tree)
  return (
    <ListFrame model={model}>
      {isPhone ? (
        <PhoneList
          model={model}
          head={head}
          where={
            <>
              <PhoneTree spec={spec.tree} tree={tree} onChoose={choose} />
              <OwnPhoneScope />
            </>
          }
        />
      ) : (
        <WidePage model={model} note={<OwnPhoneScope />}>
          {tree.isThere && <TreeColumn spec={spec.tree} tree={tree} onChoose={choose} />}
          <ListCard model={model} head={head} />
        </WidePage>
      )}
    </ListFrame>
  )
}

/** The heading of search results, or why there are none. */
function getSearchHead(text: string, isEmpty: boolean, onClear: () => void): ListHead {
  const head = { name: '搜索结果', about: '全区' }
  const refused = refuseKeyword(text)
  if (refused) return { ...head, instead: <PageState status="noMatch" {...refused} onClear={onClear} /> }
  if (!isEmpty) return head
  const noMatchState = { title: '没有找到相关人员', text: '可以换成姓名、全拼或拼音首字母再试。' }
  return { ...head, instead: <PageState status="noMatch" {...noMatchState} onClear={onClear} /> }
}

/** The heading of a node: its name and office phone. */
function getUnitHead({ tree: { empty } }: ContactsListSpec, { chosen, path, error, isThere }: TreeState): ListHead {
  const phone = (chosen as ContactTreeNode | undefined)?.phone
  return {
    name: chosen?.name,
    about: path.at(-2)?.name,
    error,
    ...(chosen && phone && { aside: <PhoneNumber phone={phone} of={chosen.name} /> }),
    ...(!isThere && { instead: <PageState status="empty" {...empty} /> }),
  }
}

function useLostNode({ isLost }: TreeState, move: MoveListState) {
  const toast = useToast()
  useEffect(() => {
    if (!isLost) return
    toast.error('要找的内容不存在或不可见')
    move({ node: undefined }, { replace: true })
  }, [isLost, toast, move])
}
