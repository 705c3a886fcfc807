import type { ThemeConfig } from 'antd'

/** antd in the product's look: paper, green-black ink, the standard brand; small type because tables live here. */
export const theme: ThemeConfig = {
  hashed: false,
  cssVar: { key: 'ops' },
  token: {
    // Who asked the system for less motion gets none.
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    colorPrimary: '#007a00', colorLink: '#007a00', colorLinkHover: '#005c00',
    colorText: '#1d2a24', colorTextSecondary: '#4d5a52', colorTextDescription: '#4d5a52', colorTextPlaceholder: '#5f6a63',
    colorBorder: '#7d8780', colorBorderSecondary: '#e2dac8', colorBgLayout: '#f6f1e7', colorBgContainer: '#fffdf8', colorBgElevated: '#fffdf8',
    // What antd derives from these dark colours is too dark to read on.
    colorErrorBg: '#fdecea', colorSuccessBg: '#e8f5e6', colorWarningBg: '#fff4dc', colorInfoBg: '#e6eef7',
    colorError: '#b42318', colorSuccess: '#0b6b2e', colorWarning: '#8a5a00', colorInfo: '#1c4f8a',
    borderRadius: 10, borderRadiusLG: 16, fontSize: 15, controlHeight: 38,
    fontFamily: '"Figtree Variable", system-ui, sans-serif',
  },
  components: { Button: { fontWeight: 700, primaryShadow: 'none' }, Table: { headerBg: 'transparent', headerColor: '#4d5a52', cellPaddingBlock: 9, cellPaddingInline: 10 } },
}
