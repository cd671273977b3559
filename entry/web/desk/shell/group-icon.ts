import {
  ApartmentOutlined,
  AppstoreOutlined,
  CodeOutlined,
  FileSearchOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import type { MenuGroup } from '#packages/contract'
import type { Icon } from '#packages/web/desk/glyph.tsx'

const icons: Record<MenuGroup, Icon> = {
  baseData: ApartmentOutlined,
  systemSet: SettingOutlined,
  developer: CodeOutlined,
  logMmanagement: FileSearchOutlined,
}

/** The icon of a menu group, by its address. */
export const groupIcon = (url: string): Icon => icons[url.slice(1) as MenuGroup] ?? AppstoreOutlined
