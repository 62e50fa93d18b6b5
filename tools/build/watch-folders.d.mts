export function watchFolders(folders: string[], changed: () => void): () => void;
