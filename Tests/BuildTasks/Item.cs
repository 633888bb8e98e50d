using Microsoft.Build.Framework;
using NSubstitute;

namespace Tests.BuildTasks;

/// <summary>Items as MSBuild passes them to a task.</summary>
internal static class Item
{
    /// <summary>A reference with a value of the metadata PrivateAssets.</summary>
    public static ITaskItem Reference(string privateAssets) => With("PrivateAssets", privateAssets);

    /// <summary>An assembly with the given name, without its extension.</summary>
    public static ITaskItem Assembly(string name) => With("Filename", name);

    public static string[] Names(IEnumerable<ITaskItem> assemblies) => [.. assemblies.Select(assembly => assembly.GetMetadata("Filename"))];

    private static ITaskItem With(string metadata, string value)
    {
        var item = Substitute.For<ITaskItem>();
        item.GetMetadata(metadata).Returns(value);
        return item;
    }
}
