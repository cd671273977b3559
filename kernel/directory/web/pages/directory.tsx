import { useEffect, useMemo } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import type { Head } from '#packages/web/desk/list/head.ts'
import { ListCard } from '#packages/web/desk/list/list-card.tsx'
import { ListFrame, WidePage } from '#packages/web/desk/list/list-page.tsx'
import { PhoneList } from '#packages/web/desk/list/phone-list.tsx'
import { usePlace, type Move } from '#packages/web/desk/list/place.ts'
import { useListModel } from '#packages/web/desk/list/use-list-model.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { PhoneTree } from '#packages/web/desk/tree-list/phone-tree.tsx'
import { TreeColumn } from '#packages/web/desk/tree-list/tree-column.tsx'
import { useTree, type TreeState } from '#packages/web/desk/tree-list/use-tree.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { directoryApi } from '../../contract.ts'
import { PhoneNumber } from '../components/phone-number.tsx'
import { OwnScope } from '../components/own-scope.tsx'
import { favouritesNode, groupIn, type UnitNode } from '../queries.ts'
import { specOf, type DirectorySpec } from '../spec.tsx'

const known = specOf({})

/**
 * /directory: the organisations of the district at the left, opened where one works; the people of the chosen one at
 * the right. What is typed above them is looked for in the whole district, whatever is chosen.
 */
export default function DirectoryPage() {
  const isPhone = usePhone()
  const own = useSession((session) => session.user?.orgId)
  const [place, move] = usePlace(known)
  const words = place.filter['keyword'] ?? ''
  const tree = useTree(known.tree, place.node ?? own)
  const node = tree.chosen?.id
  const spec = useMemo(() => {
    const groupId = words ? undefined : groupIn(node)
    return specOf({ groupId, words, isMixed: Boolean(words || groupId) || node === favouritesNode })
  }, [node, words])
  const isReady = words ? saysSomething(words) : node !== undefined
  const model = useListModel(spec, place, move, { node, isReady })
  useLost(tree, move)
  const choose = (id: string) => move({ node: id, filter: {} })
  const head = words
    ? searchHead(words, model.list.page?.itemCount === 0, () => move({ filter: {} }))
    : headOf(spec, tree)
  return (
    <ListFrame model={model}>
      {isPhone ? (
        <PhoneList
          model={model}
          head={head}
          where={
            <>
              <PhoneTree spec={spec.tree} tree={tree} onChoose={choose} />
              <OwnScope />
            </>
          }
        />
      ) : (
        <WidePage model={model} note={<OwnScope />}>
          {tree.isThere && <TreeColumn spec={spec.tree} tree={tree} onChoose={choose} />}
          <ListCard model={model} head={head} />
        </WidePage>
      )}
    </ListFrame>
  )
}

const saysSomething = (keyword: string) => directoryApi.search.body!.safeParse({ keyword }).success

/** What stands over people who were searched for, or why there are none. */
function searchHead(words: string, isEmpty: boolean, onClear: () => void): Head {
  const head = { name: '搜索结果', about: '全区' }
  if (!saysSomething(words)) {
    const said = { title: '请输入关键字', words: '至少一个汉字，或两个字母、数字。' }
    return { ...head, instead: <PageState status="noMatch" {...said} onClear={onClear} /> }
  }
  if (!isEmpty) return head
  const said = { title: '没有找到相关人员', words: '可以换成姓名、全拼或拼音首字母再试。' }
  return { ...head, instead: <PageState status="noMatch" {...said} onClear={onClear} /> }
}

/** What stands over the people of a node: its name, and the number of its office. */
function headOf({ tree: { empty } }: DirectorySpec, { chosen, path, error, isThere }: TreeState): Head {
  const phone = (chosen as UnitNode | undefined)?.phone
  return {
    name: chosen?.name,
    about: path.at(-2)?.name,
    error,
    ...(chosen && phone && { aside: <PhoneNumber phone={phone} of={chosen.name} /> }),
    ...(!isThere && { instead: <PageState status="empty" {...empty} /> }),
  }
}

function useLost({ isLost }: TreeState, move: Move) {
  const toast = useToast()
  useEffect(() => {
    if (!isLost) return
    toast.error('要找的内容不存在或不可见')
    move({ node: undefined }, { replace: true })
  }, [isLost, toast, move])
}
