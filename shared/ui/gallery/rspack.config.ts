import { rspack, type Configuration } from '@rspack/core'

/** Dev only: the kit in the browser, without shell and services. */
export const galleryConfig = (outDir: string): Configuration => ({
  context: import.meta.dirname,
  mode: 'development',
  devtool: false,
  entry: './gallery.tsx',
  output: { path: outDir, filename: 'gallery.js', publicPath: './', clean: true },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      { test: /\.tsx?$/, loader: 'builtin:swc-loader', type: 'javascript/auto', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } } },
      { test: /\.css$/, type: 'css' },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
  plugins: [new rspack.HtmlRspackPlugin({ templateContent: '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Gallery</title></head><body><div id="app"></div></body></html>' })],
  performance: false,
})
