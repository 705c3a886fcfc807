import type { ThemeConfig } from 'antd'
import type { Brand } from '../brand/brand.ts'

/**
 * antd in our look: the tenant's fill as primary colour, our neutrals through custom properties of the page,
 * so that one theme serves day and night. Stable class names (`hashed: false`) and one variable scope.
 */
export function themeFor(brand: Pick<Brand, 'fill' | 'day'>): ThemeConfig {
  return {
    cssVar: { key: 'app' },
    hashed: false,
    token: {
      colorPrimary: brand.fill,
      colorLink: brand.day.ink,
      colorLinkHover: brand.day.ink,
      colorText: '#1d2a24',
      colorTextSecondary: '#4d5a52',
      colorTextPlaceholder: '#5f6a63',
      colorBorder: '#7d8780',
      colorBgLayout: '#f6f1e7',
      colorError: '#b42318',
      colorSuccess: '#0b6b2e',
      colorWarning: '#8a5a00',
      colorInfo: '#1c4f8a',
      borderRadius: 10,
      borderRadiusLG: 14,
      controlHeight: 48,
      controlHeightLG: 48,
      fontSize: 17,
      fontSizeLG: 17,
      fontFamily: 'var(--f-body)',
      wireframe: false,
    },
    components: {
      Button: { fontWeight: 700, contentFontSizeLG: 19, primaryShadow: 'none' },
    },
  }
}
