using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>Finds the files of a program on this machine, without a symbol server.</summary>
/// <param name="root">The root folder of the program's file system.</param>
internal sealed class LocalFiles(string root) : IFileLocator
{
    public string? FindPEImage(string fileName, int buildTimeStamp, int imageSize, bool checkProperties) =>
        Path.Combine(root, fileName.TrimStart('/')) is var path && File.Exists(path) ? path : null;

    public string? FindPEImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> buildIdOrUUID, OSPlatform originalPlatform, bool checkProperties) => null;

    public string? FindElfImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> buildId, bool checkProperties) => null;

    public string? FindMachOImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> uuid, bool checkProperties) => null;
}
