// npm run bench -- stack: what a common React stack weighs before any app is in it, beside the libraries Souk is made of.
// Installs the pinned packages into a temporary directory; both are bundled by the same esbuild with the same options.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { weigh, withPackages } from './weigh.mjs';

export const reactPackages = [
  'react@19.2.0',
  'react-dom@19.2.0',
  'react-router@7.9.5',
  'axios@1.13.2',
  'i18next@25.6.2',
  'react-i18next@16.3.0',
  'react-hook-form@7.66.0',
  'zustand@5.0.8',
];
const reactSource = `
    export { createRoot } from 'react-dom/client';
    export { useEffect, useState, useRef, createElement } from 'react';
    export { createBrowserRouter, RouterProvider, Link } from 'react-router';
    export { default as axios } from 'axios';
    export { default as i18next } from 'i18next';
    export { initReactI18next, useTranslation } from 'react-i18next';
    export { useForm, Controller } from 'react-hook-form';
    export { create } from 'zustand';`;
const ours = `
  export { render } from 'preact';
  export { useEffect, useState, useRef, createElement } from 'preact/compat';
  export { Router, useLocation, LocationProvider } from 'preact-iso/router';
  export { default as redaxios } from 'redaxios';
  export { default as rosetta } from 'rosetta';
  export { useForm, Controller } from 'react-hook-form';
  export { signal, computed, batch } from '@preact/signals';`;

const root = join(import.meta.dirname, '../..');
const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(6);

if (process.argv[1] === fileURLToPath(import.meta.url))
  await withPackages(reactPackages, async (away) => {
    console.log(`Brotli, 1 kB = 1,000 bytes, no app in either:`);
    console.log(`${kB(await weigh(reactSource, away))} kB  ${reactPackages.join(' + ')}`);
    console.log(`${kB(await weigh(ours, root))} kB  Souk's libraries for the same work, forms included`);
  });
