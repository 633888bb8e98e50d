using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Tests.Packaging;

/// <summary>Finds out whether something was woven.</summary>
internal static class WeavingEvidence
{
    /// <summary>Returns how often Fody ran the weaver in a build, according to the build's output.</summary>
    public static int Count(string buildOutput) => buildOutput.Split("Executing weaver PooledAwait").Length - 1;

    /// <summary>Returns whether Fody ran the weaver in a build, according to the build's output.</summary>
    public static bool Happened(string buildOutput) => Count(buildOutput) > 0;

    /// <summary>Returns whether Fody ran in a project's build. The build leaves a file for the next build, even if nothing could be woven.</summary>
    public static bool Ran(FreshProject project, string configuration, string framework) => File.Exists(
        Path.Combine(project.Folder, "obj", configuration, framework, $"{Path.GetFileName(project.File)}.PooledAwait.woven.cache"));

    /// <summary>Returns whether an assembly refers to PooledAwait.Runtime. The source has no such reference, so weaving must have added it.</summary>
    public static bool IsWoven(string assembly)
    {
        using var file = new PEReader(File.OpenRead(assembly));
        var metadata = file.GetMetadataReader();
        return metadata.AssemblyReferences.Any(reference =>
            metadata.StringComparer.Equals(metadata.GetAssemblyReference(reference).Name, "PooledAwait.Runtime"));
    }
}
