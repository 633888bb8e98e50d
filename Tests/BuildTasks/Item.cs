using Microsoft.Build.Framework;
using NSubstitute;

namespace Tests.BuildTasks;

/// <summary>Makes items like those that MSBuild passes to a task.</summary>
internal static class Item
{
    /// <summary>Makes a reference with the given value of the metadata PrivateAssets.</summary>
    public static ITaskItem Reference(string privateAssets) => With("PrivateAssets", privateAssets);

    /// <summary>Makes an assembly with the given file name, without an extension.</summary>
    public static ITaskItem Assembly(string name) => With("Filename", name);

    public static string[] Names(IEnumerable<ITaskItem> assemblies) => [.. assemblies.Select(assembly => assembly.GetMetadata("Filename"))];

    private static ITaskItem With(string metadata, string value)
    {
        var item = Substitute.For<ITaskItem>();
        item.GetMetadata(metadata).Returns(value);
        return item;
    }
}
