using System.Diagnostics.CodeAnalysis;
using System.Reflection.PortableExecutable;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Reads constants of precompiled code from the assemblies' files. A heap dump does not contain these constants.</summary>
/// <param name="target">The process or dump.</param>
/// <param name="root">The root folder of the program's file system.</param>
internal sealed class ImageFiles(DataTarget target, string root)
{
    private List<ModuleInfo>? _all;

    /// <summary>
    /// Reads the pointer at an address from the file that contains the address. Assumes that the pointer leads into the same file. Returns false if no file
    /// contains the address, or if the file is of another build or cannot be read.
    /// </summary>
    [SuppressMessage("Design", "CA1031", Justification = "What cannot be read is not shown.")]
    public unsafe bool TryReadPointer(ulong address, out ulong value)
    {
        value = 0;
        try
        {
            _all ??= [.. target.EnumerateModules().Where(module => module.ImageSize > 0)];
            if (_all.Find(module => module.ImageBase <= address && address < module.ImageBase + (ulong)module.ImageSize) is not { } module)
            {
                return false;
            }

            var path = new[] { Path.Combine(root, module.FileName.TrimStart('/')), module.FileName }.FirstOrDefault(File.Exists);
            using var file = path == null ? null : new PEReader(File.OpenRead(path));
            if (file?.PEHeaders is not { PEHeader: { } header } headers || headers.CoffHeader.TimeDateStamp != module.IndexTimeStamp || header.SizeOfImage != module.IndexFileSize)
            {
                return false;
            }

            var bytes = file.GetSectionData((int)(address - module.ImageBase));
            if (bytes.Length < sizeof(ulong))
            {
                return false;
            }

            // The pointer in the file is right if the file is loaded at its preferred address. Adjusts the pointer to the address of the loaded file.
            var preferred = *(ulong*)bytes.Pointer;
            value = preferred == 0 ? 0 : preferred - header.ImageBase + module.ImageBase;
            return true;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return false;
        }
    }
}
